// Above the form, for who comes by the link of a mail: the place in line is here, and what was typed is not.
import box from '@/components/Box.module.css';

export function BroughtPlace() {
  return (
    <p role="status" className={box.notice}>
      <strong>Your place in the line is kept until you use it.</strong> Fill in your details here: they were
      saved on your other device only. Have you paid already? Then your pass is in your mail.
    </p>
  );
}
