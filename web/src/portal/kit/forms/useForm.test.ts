import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { session } from '@/lib/session';
import { endInAnotherTab, signOutInAnotherTab } from '@/portal/testing/tabs';
import { useForm } from './useForm';

interface Values {
  name: string;
  ids: string[];
}

function renderForm(save = vi.fn<(values: Values) => Promise<void>>(() => Promise.resolve())) {
  const onSaved = vi.fn();
  const { result } = renderHook(() =>
    useForm<Values>({
      subject: { form: 'test', id: undefined, version: undefined },
      initial: { name: 'First', ids: ['a', 'b'] },
      validate: ({ name }) => (name ? {} : { name: 'Name is required' }),
      save,
      describe: (error) => ({ title: 'Failed to save', detail: (error as Error).message }),
      onSaved,
    }),
  );
  return { form: result, save, onSaved };
}

it('knows whether anything was typed that is not saved', async () => {
  const { form } = renderForm();
  expect(form.current.isDirty).toBe(false);
  act(() => {
    form.current.update({ name: 'Second' });
  });
  expect(form.current.isDirty).toBe(true);
  act(() => {
    form.current.update({ name: 'First', ids: ['b', 'a'] });
  });
  expect(form.current.isDirty).toBe(false);
  act(() => {
    form.current.update({ ids: ['a'] });
  });
  expect(form.current.isDirty).toBe(true);
  act(() => {
    form.current.submit();
  });
  await waitFor(() => expect(form.current.isDirty).toBe(false));
});

it('sends nothing that it finds wrong, and forgives a field that changes', () => {
  const { form, save } = renderForm();
  act(() => {
    form.current.update({ name: '' });
  });
  act(() => {
    form.current.submit();
  });
  expect(form.current.errors).toEqual({ name: 'Name is required' });
  expect(form.current.refusals).toBe(1);
  expect(save).not.toHaveBeenCalled();
  act(() => {
    form.current.update({ name: 'x' });
  });
  expect(form.current.errors).toEqual({});
});

it('sends once, however often it is pressed', async () => {
  const { form, save, onSaved } = renderForm();
  act(() => {
    form.current.submit();
    form.current.submit();
  });
  expect(form.current.isBusy).toBe(true);
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledOnce();
  expect(form.current.isBusy).toBe(false);
});

it('puts what the server refuses at its field, and keeps what was typed', async () => {
  const refuse = vi.fn(() =>
    Promise.reject(new ApiError(422, 'This is too long.', { code: 'invalid_field', field: 'name' })),
  );
  const { form, onSaved } = renderForm(refuse);
  act(() => {
    form.current.update({ name: 'Typed' });
  });
  act(() => {
    form.current.submit();
  });
  await waitFor(() => expect(form.current.errors).toEqual({ name: 'This is too long.' }));
  expect(form.current.problem).toMatchObject({ title: 'Failed to save', isStale: false });
  expect(form.current.values.name).toBe('Typed');
  expect(form.current.isDirty).toBe(true);
  expect(form.current.isBusy).toBe(false);
  expect(onSaved).not.toHaveBeenCalled();
});

it('tells a newer version from other failures, and starts from it when asked', async () => {
  const stale = vi.fn(() => Promise.reject(new ApiError(409, 'Changed', { code: 'stale_version' })));
  const { form } = renderForm(stale);
  act(() => {
    form.current.update({ name: 'Typed' });
  });
  act(() => {
    form.current.submit();
  });
  await waitFor(() => expect(form.current.problem?.isStale).toBe(true));
  expect(form.current.values.name).toBe('Typed');
  act(() => {
    form.current.reset({ name: 'Newer', ids: [] });
  });
  expect(form.current).toMatchObject({ problem: undefined, isDirty: false, values: { name: 'Newer' } });
});

describe('a session that ends', () => {
  const useThing = (version: number, id = 'a') =>
    useForm<Values>({
      subject: { form: 'thing', id, version },
      initial: { name: `Stored ${String(version)}`, ids: [] },
      validate: () => ({}),
      save: () => Promise.resolve(),
      describe: () => ({ title: '', detail: undefined }),
      onSaved: () => undefined,
    });

  function type(text: string) {
    const { result, unmount } = renderHook(() => useThing(1));
    act(() => {
      result.current.update({ name: text });
    });
    return unmount;
  }

  beforeEach(() => {
    session.start('a.b.c');
  });

  it('leaves what was typed for the next visit, once', () => {
    const leave = type('Typed');
    session.refuse('a.b.c');
    leave();
    session.start('a.b.d');
    const back = renderHook(() => useThing(1));
    expect(back.result.current).toMatchObject({
      values: { name: 'Typed' },
      isDirty: true,
      problem: undefined,
    });
    back.unmount();
    expect(renderHook(() => useThing(1)).result.current.values.name).toBe('Stored 1');
  });

  it('tells when the thing has changed since', () => {
    const leave = type('Typed');
    session.refuse('a.b.c');
    leave();
    session.start('a.b.d');
    const { result } = renderHook(() => useThing(2));
    expect(result.current.values.name).toBe('Typed');
    expect(result.current.problem?.isStale).toBe(true);
  });

  it('is gone back to also where the form begins with something else', () => {
    const leave = type('Typed');
    session.refuse('a.b.c');
    leave();
    session.start('a.b.d');
    const { result } = renderHook(() => useThing(1, 'another'));
    expect(result.current.values.name).toBe('Stored 1');
    expect(result.current.keptId).toBe('a');
    act(() => {
      result.current.resume({ name: 'Stored 1', ids: [] }, 1);
    });
    expect(result.current).toMatchObject({ values: { name: 'Typed' }, isDirty: true, keptId: undefined });
  });

  it.each([
    ['in another tab', endInAnotherTab],
    [
      'because the server could not confirm it',
      () => {
        session.end('failed');
      },
    ],
  ])('%s leaves what was typed, too', (_, end) => {
    const leave = type('Typed');
    end();
    leave();
    session.start('a.b.d');
    expect(renderHook(() => useThing(1)).result.current.values.name).toBe('Typed');
  });

  it.each([
    [
      'in this tab',
      () => {
        session.leave();
      },
    ],
    [
      'in another tab',
      () => {
        signOutInAnotherTab('');
      },
    ],
  ])('by signing out %s leaves nothing', (_, signOut) => {
    const leave = type('Typed');
    signOut();
    leave();
    session.start('a.b.d');
    expect(renderHook(() => useThing(1)).result.current.values.name).toBe('Stored 1');
  });

  it('leaves what was typed also where the one before was left and the next begun in another tab', () => {
    session.end('left');
    localStorage.setItem('token', 'a.b.d');
    const leave = type('Typed');
    endInAnotherTab();
    leave();
    session.start('a.b.e');
    expect(renderHook(() => useThing(1)).result.current.values.name).toBe('Typed');
  });
});

it('says what is true of a change whose answer was lost, and whose it is when it was made', async () => {
  const stale = new ApiError(409, 'This was changed by someone else meanwhile.', { code: 'stale_version' });
  const lost = ApiError.unusable(0, true);
  const { form } = renderForm(vi.fn().mockRejectedValueOnce(lost).mockRejectedValue(stale));
  const submit = () => {
    act(() => {
      form.current.submit();
    });
  };
  submit();
  await waitFor(() => expect(form.current.problem?.title).toMatch(/not known whether this was done/));
  expect(form.current.problem?.isStale).toBe(false);
  submit();
  await waitFor(() => expect(form.current.problem?.title).toMatch(/saved meanwhile, most likely by you/));
  expect(form.current.problem?.isStale).toBe(true);
});
