import { expect, it } from 'vitest';
import { readList, UnusableList } from './readList';

const file = (text: string) => new File([text], 'list.csv', { type: 'text/csv' });

it('measures a list as it is sent, in which a letter of Malayalam is three bytes', async () => {
  // Two more for the quotes around it.
  const letters = 'അ'.repeat(10);
  await expect(readList(file(letters), 32, 'Make two of it.')).resolves.toBe(letters);
  await expect(readList(file(letters), 31, 'Make two of it.')).rejects.toThrow(UnusableList);
  await expect(readList(file(letters), 31, 'Make two of it.')).rejects.toThrow('Make two of it.');
});
