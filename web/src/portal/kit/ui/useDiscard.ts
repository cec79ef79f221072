// Asks before a form on the same screen starts with something else and what was typed would be gone.
import { useDialogs } from './DialogsProvider';

/** Goes on at once when there is nothing to lose. */
export function useDiscard(): (form: { isDirty: boolean }, goOn: () => void) => void {
  const { confirm } = useDialogs();
  return ({ isDirty }, goOn) => {
    if (!isDirty) {
      goOn();
      return;
    }
    void confirm({
      title: 'Leave without saving?',
      text: 'What you have typed in the form is not saved and will be lost.',
      agree: 'Leave',
      refuse: 'Stay',
      isDangerous: true,
    }).then((agreed) => {
      if (agreed) goOn();
    });
  };
}
