import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { useForm } from './useForm';

interface Values {
  name: string;
  ids: string[];
}

function renderForm(save = vi.fn<(values: Values) => Promise<void>>(() => Promise.resolve())) {
  const onSaved = vi.fn();
  const { result } = renderHook(() =>
    useForm<Values>({
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
