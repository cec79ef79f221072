import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { stubPictures } from '@/testing/pictures';
import { Frame } from '@/portal/kit/ui/Frame';
import { MemoryRouter } from 'react-router';
import { ImageField } from './ImageField';
import { notAPicture, tooLarge } from './shrink';

function renderField(stored = '') {
  const onPreparing = vi.fn();
  function Form() {
    const [value, setValue] = useState(stored);
    return (
      <ImageField label="Image" value={value} stored={stored} onChange={setValue} onPreparing={onPreparing} />
    );
  }
  const view = render(
    <MemoryRouter>
      <Frame>
        <Form />
      </Frame>
    </MemoryRouter>,
  );
  return { ...view, onPreparing, user: userEvent.setup({ delay: null, applyAccept: false }) };
}

const picture = (bytes = 1) => new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' });
const field = () => screen.getByLabelText('Image');

it('shows what was picked, and says so', async () => {
  stubPictures();
  const { user, onPreparing } = renderField();
  await user.upload(field(), picture());
  expect(await screen.findByAltText('Image, newly picked')).toHaveAttribute(
    'src',
    expect.stringMatching(/^data:image\/jpeg/),
  );
  expect(screen.getByRole('status')).toHaveTextContent('The picture is ready to be saved.');
  expect(onPreparing.mock.calls).toEqual([[true], [false]]);
});

it('takes a picture that is dropped', async () => {
  stubPictures();
  renderField();
  fireEvent.drop(field(), { dataTransfer: { files: [picture()] } });
  expect(await screen.findByAltText('Image, newly picked')).toBeVisible();
});

it('refuses a file over 5MB and one that is no picture, and keeps the picture that is there', async () => {
  stubPictures();
  const { user } = renderField('/media/old.jpg');
  await user.upload(field(), picture(5 * 1024 * 1024 + 1));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(tooLarge));
  expect(field()).toBeInvalid();
  vi.mocked(createImageBitmap).mockRejectedValueOnce(new Error('no picture'));
  await user.upload(field(), picture());
  await waitFor(() => expect(field()).toHaveAccessibleDescription(notAPicture));
  expect(screen.getByAltText('Image, as it is now')).toHaveAttribute('src', '/media/old.jpg');
  await user.upload(field(), picture());
  expect(await screen.findByAltText('Image, newly picked')).toBeVisible();
  expect(field()).toHaveAccessibleDescription('');
});

it('goes back to the stored picture when the pick is taken back', async () => {
  stubPictures();
  const { user } = renderField('/media/old.jpg');
  await user.upload(field(), picture());
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(screen.getByAltText('Image, as it is now')).toBeVisible();
  expect(field()).toHaveFocus();
});

it('keeps the newest of two picks, whichever is ready first', async () => {
  const { toBlob } = stubPictures();
  const ready: (() => void)[] = [];
  toBlob.mockImplementation((done) => {
    const number = ready.length;
    ready.push(() => {
      done(new Blob([`picture ${String(number)}`], { type: 'image/jpeg' }));
    });
  });
  const { user, onPreparing } = renderField();
  await user.upload(field(), picture());
  await user.upload(field(), picture());
  await waitFor(() => expect(ready).toHaveLength(2));
  expect(screen.getByText('Preparing the picture...')).toBeVisible();
  ready[1]?.();
  const shown = await screen.findByAltText('Image, newly picked');
  expect(shown).toHaveAttribute('src', `data:image/jpeg;base64,${btoa('picture 1')}`);
  ready[0]?.();
  await new Promise((pass) => setTimeout(pass, 20));
  expect(shown).toHaveAttribute('src', `data:image/jpeg;base64,${btoa('picture 1')}`);
  expect(onPreparing.mock.calls).toEqual([[true], [false]]);
});
