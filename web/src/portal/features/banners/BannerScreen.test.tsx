import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { session } from '@/lib/session';
import { refusal, serveCall, staleVersion } from '@/testing/calls';
import { stubPictures } from '@/testing/pictures';
import type { Banner } from '@/portal/kit/api/entries';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { answer, pressAgain, question, renderScreen } from '@/portal/testing/renderScreen';

const banner: Banner = {
  _id: 'b1',
  bannerName: 'Opening day',
  deskImgLink: '/media/desk.jpg',
  mobImgLink: '/media/mob.jpg',
  link: '/#register',
  version: 7,
};
const photo = () => new File(['photo'], 'photo.png', { type: 'image/png' });
const jpeg = expect.stringMatching(/^data:image\/jpeg;base64,/) as string;

beforeEach(() => {
  stubPictures();
});

async function openBanners(...banners: Banner[]) {
  serveCall('get', '/api/banners/listBanners', banners);
  const screenOf = renderScreen(portalPaths.banners);
  await screen.findByRole('heading', { name: 'Add New Banner' });
  return screenOf;
}

const nameField = () => screen.getByLabelText(/Banner Name/);
const toast = (text: string) => screen.findByText(text);

describe('adding', () => {
  it('wants a name and both pictures', async () => {
    const { user } = await openBanners();
    await user.click(screen.getByRole('button', { name: 'Add Banner' }));
    expect(nameField()).toHaveAccessibleDescription(/Banner name is required/);
    expect(nameField()).toHaveFocus();
    for (const label of [/Desktop image/, /Mobile image/]) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
        /Both desktop and mobile images are required/,
      );
    }
  });

  it('sends both pictures made small, and is ready for the next banner', async () => {
    const sent = serveCall('post', '/api/banners/addBanner', {
      message: 'Banner added successfully',
      banner,
    });
    const { user } = await openBanners();
    expect(await screen.findByText('No banners found. Add your first banner above.')).toBeVisible();
    await user.type(nameField(), ' Opening day ');
    await user.upload(screen.getByLabelText(/Desktop image/), photo());
    await user.upload(screen.getByLabelText(/Mobile image/), photo());
    await waitFor(() => expect(screen.getAllByText('The picture is ready to be saved.')).toHaveLength(2));
    serveCall('get', '/api/banners/listBanners', [banner]);
    await user.click(screen.getByRole('button', { name: 'Add Banner' }));
    expect(await toast('Banner added successfully')).toBeVisible();
    expect(sent[0]?.body).toEqual({
      bannerName: 'Opening day',
      link: '/',
      deskImgLink: jpeg,
      mobImgLink: jpeg,
    });
    expect(await screen.findByRole('button', { name: 'Edit Opening day' })).toBeVisible();
    // The list is read before the form is empty.
    await waitFor(() => expect(nameField()).toHaveValue(''));
    expect(screen.queryByAltText(/newly picked/)).not.toBeInTheDocument();
  });

  it('refuses a link that leads nowhere', async () => {
    const { user } = await openBanners();
    await user.clear(screen.getByLabelText('Link'));
    await user.type(screen.getByLabelText('Link'), 'javascript:alert(1)');
    await user.click(screen.getByRole('button', { name: 'Add Banner' }));
    expect(screen.getByLabelText('Link')).toHaveAccessibleDescription(/Please enter a valid link/);
  });
});

describe('editing', () => {
  it('sends the pictures that were newly picked and no others, with the version', async () => {
    const sent = serveCall('put', '/api/banners/updateLink/{id}', {
      message: 'Banner updated successfully',
      banner,
    });
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    expect(screen.getByRole('heading', { name: 'Edit Banner' })).toHaveFocus();
    await user.upload(screen.getByLabelText(/Mobile image/), photo());
    await screen.findByText('The picture is ready to be saved.');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    expect(await toast('Banner updated successfully')).toBeVisible();
    expect(sent).toMatchObject([
      {
        ids: { id: 'b1' },
        body: { bannerName: 'Opening day', link: '/#register', version: 7, mobImgLink: jpeg },
      },
    ]);
    expect(sent[0]?.body).not.toHaveProperty('deskImgLink');
    expect(screen.getByRole('heading', { name: 'Add New Banner' })).toBeVisible();
  });

  it('is left by Cancel, and asks before another banner takes the place of what was typed', async () => {
    const { user } = await openBanners(banner, { ...banner, _id: 'b2', bannerName: 'Last day' });
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.type(nameField(), '!');
    await user.click(screen.getByRole('button', { name: 'Edit Last day' }));
    await answer(user, 'Stay');
    expect(nameField()).toHaveValue('Opening day!');
    await user.click(screen.getByRole('button', { name: 'Edit Last day' }));
    await answer(user, 'Leave');
    await waitFor(() => expect(nameField()).toHaveValue('Last day'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Add New Banner' })).toBeVisible();
    expect(nameField()).toHaveValue('');
  });

  it('keeps what was typed when somebody else was faster, and loads the newer version when asked', async () => {
    const newer = { ...banner, bannerName: 'Renamed elsewhere', version: 8 };
    const sent = serveCall('put', '/api/banners/updateLink/{id}', staleVersion, {
      message: 'Banner updated successfully',
      banner: newer,
    });
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.type(nameField(), '!');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(staleVersion.message);
    expect(nameField()).toHaveValue('Opening day!');
    serveCall('get', '/api/banners/listBanners', [newer]);
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await waitFor(() => expect(nameField()).toHaveValue('Renamed elsewhere'));
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    await waitFor(() => expect(sent[1]?.body).toMatchObject({ version: 8 }));
  });

  it('keeps what was typed when the newer version does not come, and loads it when asked again', async () => {
    serveCall('put', '/api/banners/updateLink/{id}', staleVersion);
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.type(nameField(), '!');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    serveCall('get', '/api/banners/listBanners', refusal(403, 'forbidden', 'No.'), [
      { ...banner, bannerName: 'Renamed elsewhere', version: 8 },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Load the newer version' }));
    expect(await screen.findByText(/The newer version could not be loaded/)).toBeVisible();
    expect(nameField()).toHaveValue('Opening day!');
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await waitFor(() => expect(nameField()).toHaveValue('Renamed elsewhere'));
  });

  it('keeps what was typed when the banner is gone that was to be loaded', async () => {
    serveCall('put', '/api/banners/updateLink/{id}', staleVersion);
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.type(nameField(), '!');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    serveCall('get', '/api/banners/listBanners', []);
    await user.click(await screen.findByRole('button', { name: 'Load the newer version' }));
    expect(await screen.findByText(/The newer version could not be loaded/)).toBeVisible();
    expect(nameField()).toHaveValue('Opening day!');
    expect(screen.getByText('No banners found. Add your first banner above.')).toBeVisible();
  });

  it('goes on after the session has ended in the middle of it', async () => {
    session.start('a.b.c');
    serveCall('put', '/api/banners/updateLink/{id}', refusal(401, 'unauthorized', 'Sign in again.'));
    const { user, unmount } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.type(nameField(), '!');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    await waitFor(() => expect(session.token()).toBeUndefined());
    unmount();
    session.start('a.b.d');
    await openBanners(banner);
    expect(await screen.findByRole('heading', { name: 'Edit Banner' })).toBeVisible();
    expect(nameField()).toHaveValue('Opening day!');
  });

  it('puts what the server refuses at its field', async () => {
    const message = 'Image size should be less than 5MB';
    serveCall('put', '/api/banners/updateLink/{id}', refusal(422, 'invalid_field', message, 'mobImgLink'));
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.upload(screen.getByLabelText(/Mobile image/), photo());
    await screen.findByText('The picture is ready to be saved.');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    await waitFor(() =>
      expect(screen.getByLabelText(/Mobile image/)).toHaveAccessibleDescription(new RegExp(message)),
    );
    expect(screen.getByAltText('Mobile image, newly picked')).toBeVisible();
  });

  it('says that it did not work when the server gives no reason', async () => {
    serveCall('put', '/api/banners/updateLink/{id}', refusal(503, 'busy', ''));
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Edit Opening day' }));
    await user.type(nameField(), '!');
    await user.click(screen.getByRole('button', { name: 'Update Banner' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error saving banner');
    expect(nameField()).toHaveValue('Opening day!');
  });
});

describe('deleting', () => {
  it('asks first, and takes the banner out of the list', async () => {
    const sent = serveCall('delete', '/api/banners/deleteBanner/{id}', {
      message: 'Banner deleted successfully',
    });
    const { user } = await openBanners(banner);
    const button = await screen.findByRole('button', { name: 'Delete Opening day' });
    await user.click(button);
    expect(await question()).toHaveAccessibleName('Are you sure you want to delete this banner?');
    await answer(user, 'Cancel');
    expect(sent).toEqual([]);
    await pressAgain(user, 'Delete Opening day');
    await answer(user, 'Delete');
    expect(await toast('Banner deleted successfully')).toBeVisible();
    expect(sent.map(({ ids }) => ids)).toEqual([{ id: 'b1' }]);
    expect(button).not.toBeInTheDocument();
  });

  it('says that it did not work, whatever the server says, and leaves the banner', async () => {
    const words = 'There is no such banner.';
    serveCall('delete', '/api/banners/deleteBanner/{id}', refusal(404, 'not_found', words));
    const { user } = await openBanners(banner);
    await user.click(await screen.findByRole('button', { name: 'Delete Opening day' }));
    await answer(user, 'Delete');
    expect(await toast('Error deleting banner')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete Opening day' })).toBeVisible();
  });
});

it('says in a toast and in the place of the list that it did not come, and tries again when asked', async () => {
  serveCall('get', '/api/banners/listBanners', refusal(403, 'forbidden', 'No'), [banner]);
  const { user } = renderScreen(portalPaths.banners);
  await waitFor(() => expect(screen.getAllByText('Failed to fetch banners')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Edit Opening day' })).toBeVisible();
});

it.each([
  {
    path: portalPaths.institutes,
    list: '/api/inst-brand/listBanners' as const,
    title: 'Institutes Management',
    button: 'Add Institute',
    empty: 'No Institute found. Add your first Institute above.',
  },
  {
    path: portalPaths.brands,
    list: '/api/brand/listBanners' as const,
    title: 'Brand Management',
    button: 'Add Brand',
    empty: 'No brand found. Add your first brand above.',
  },
])('$title has one picture and words of its own', async ({ path, list, title, button, empty }) => {
  serveCall('get', list, []);
  const { user } = renderScreen(path);
  expect(await screen.findByText(empty)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await user.click(screen.getByRole('button', { name: button }));
  const form = screen.getByRole('form');
  expect(within(form).getByLabelText(/^Image/)).toHaveAccessibleDescription(/Image is required/);
  expect(within(form).queryByLabelText(/Mobile image/)).not.toBeInTheDocument();
});
