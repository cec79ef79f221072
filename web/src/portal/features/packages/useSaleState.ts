// Puts a package on sale, off sale or into the archive. The message that says so puts the state back that was before.
import { useState } from 'react';
import { failureText } from '@/portal/kit/api/failure';
import { callForBody } from '@/portal/kit/api/data';
import type { PackageEntry } from '@/portal/kit/api/entries';
import { lookFirst } from '@/portal/kit/api/lookFirst';
import { orReadAgain } from '@/portal/kit/api/readAgain';
import type { List } from '@/portal/kit/resources/useList';
import type { SaleState } from '@/portal/kit/ui/saleState';
import { useToaster } from '@/portal/kit/ui/Toaster';

const said: Readonly<Record<SaleState, string>> = {
  on_sale: 'is on sale',
  draft: 'is off sale',
  archived: 'is archived',
};

const isSaleState = (state: string): state is SaleState => state in said;

async function save(
  { _id, name, description, price, AllowAllCollege, collegeList, version }: PackageEntry,
  state: SaleState,
) {
  const saved = await callForBody('post', '/api/packages', {
    body: {
      _id,
      name,
      description,
      price,
      AllowAllCollege,
      collegeList: collegeList.map((college) => college._id),
      version,
      state,
    },
  });
  return saved.package;
}

export function useSaleState({ put, reload }: List<PackageEntry>): {
  /** The package whose state is being changed. */
  busyId: string | undefined;
  change: (entry: PackageEntry, state: SaleState) => void;
} {
  const toaster = useToaster();
  const [busyId, setBusyId] = useState<string>();

  const change = async (entry: PackageEntry, state: SaleState) => {
    setBusyId(entry._id);
    try {
      const saved = await orReadAgain(() => save(entry, state), reload);
      put(saved);
      const { state: before } = entry;
      const undo = isSaleState(before) ? () => void change(saved, before) : undefined;
      toaster.success(`${saved.name} ${said[state]}`, undo);
    } catch (failure) {
      toaster.error(failureText(failure, 'Failed to update package', lookFirst), failure);
    } finally {
      setBusyId(undefined);
    }
  };
  return { busyId, change: (entry, state) => void change(entry, state) };
}
