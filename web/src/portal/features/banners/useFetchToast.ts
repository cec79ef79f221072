// Says once in a toast that a list did not come, besides what stands in its place.
import { useEffect } from 'react';
import type { List } from '@/portal/kit/resources/useList';
import { useToaster } from '@/portal/kit/ui/Toaster';

export function useFetchToast<Entry>({ error }: List<Entry>, text: string): void {
  const { error: toast } = useToaster();
  useEffect(() => {
    if (error) toast(text);
  }, [error, text, toast]);
}
