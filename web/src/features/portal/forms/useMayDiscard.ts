// Asks before a form on the same screen starts with something else and what was typed would be gone.
import { useDialogs } from '../ui/DialogsProvider';

export function useMayDiscard(): (form: { isDirty: boolean }) => Promise<boolean> {
  const { confirm } = useDialogs();
  return ({ isDirty }) =>
    isDirty
      ? confirm({
          title: 'Leave without saving?',
          text: 'What you have typed in the form is not saved and will be lost.',
          agree: 'Leave',
          refuse: 'Stay',
          isDangerous: true,
        })
      : Promise.resolve(true);
}
