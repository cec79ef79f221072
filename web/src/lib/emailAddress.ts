// What an email address must look like, in the words that its field shows. The server has the same rule
// (shared/domain/src/email.rs).
import { addressIn } from './typed';

const pattern =
  /^(?!.{101})(?![^@]{65})[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/i;

export const missingEmail = 'Your email address is missing.';
export const malformedEmail = 'It should look like name@example.com.';

export const isEmail = (typed: string): boolean => pattern.test(addressIn(typed));
