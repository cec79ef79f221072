import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
import { controlTime } from '@/testing/render';
import { pass, serve } from '@/testing/server';

const toPng = vi.hoisted(() => vi.fn());
vi.mock('html-to-image', () => ({ toPng }));

const at = '/payment/success?order_id=order_1';

beforeEach(() => {
  toPng.mockReset();
});

describe('Download Pass', () => {
  const save = async () => {
    serve.order(pass);
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', { name: 'Download Pass' }));
    return user;
  };

  it('saves the ticket at twice its size, without a background, under the order’s name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.download} ${this.href}`);
    });
    let box: HTMLElement | null = null;
    toPng.mockImplementation((drawn: HTMLElement) => {
      box = drawn.parentElement;
      expect(drawn).toBeInTheDocument();
      expect([box?.style.width, drawn.style.minHeight]).toEqual(['34rem', '42.5rem']);
      return Promise.resolve('data:image/png;base64,AAAA');
    });
    serve.font();
    await save();
    await waitFor(() => expect(saved).toEqual(['pass-order_1.png data:image/png;base64,AAAA']));
    const [ticket, options] = toPng.mock.calls[0] as [HTMLElement, Record<string, unknown>];
    // In a box of its own, which nobody sees, and which is gone.
    expect(box).toHaveClass('drawing');
    expect(box).not.toBeInTheDocument();
    expect(ticket).toHaveAttribute('data-drawn');
    expect(screen.getByText('Booking ID').closest('[data-drawn]')).toBeNull();
    expect(ticket).toHaveTextContent('Booking ID');
    expect(ticket).not.toHaveTextContent('Download Pass');
    expect(options).toMatchObject({
      pixelRatio: 2,
      fontEmbedCSS: expect.stringContaining('data:font/woff2'),
    });
    expect(options).not.toHaveProperty('backgroundColor');
  });

  it('makes one picture at a time, however often it is pressed', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    let draw: (picture: string) => void = () => undefined;
    toPng.mockImplementation(
      () =>
        new Promise<string>((drawn) => {
          draw = drawn;
        }),
    );
    serve.font();
    const user = await save();
    const again = () => user.click(screen.getByRole('button', { name: 'Download Pass' }));
    await again();
    await again();
    await waitFor(() => expect(toPng).toHaveBeenCalled());
    expect(document.querySelectorAll('[data-drawn]')).toHaveLength(1);
    draw('data:image/png;base64,AAAA');
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await again();
    await waitFor(() => expect(toPng).toHaveBeenCalledTimes(2));
    draw('data:image/png;base64,AAAA');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  });

  it('draws what is too high in a wider box', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const rem = (length: string) => Number.parseFloat(length) * 16;
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function width(
      this: HTMLElement,
    ) {
      return rem(this.parentElement?.style.width ?? '');
    });
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(
      this: HTMLElement,
    ) {
      return Math.max(rem(this.style.minHeight), 800);
    });
    let width = '';
    toPng.mockImplementation((drawn: HTMLElement) => {
      width = drawn.parentElement?.style.width ?? '';
      return Promise.resolve('data:image/png;base64,AAAA');
    });
    serve.font();
    await save();
    await waitFor(() => expect(width).toBe('40rem'));
  });

  it('saves it without the font where that does not come', async () => {
    serve.noFont();
    toPng.mockResolvedValue('data:image/png;base64,AAAA');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await save();
    await waitFor(() => expect(toPng).toHaveBeenCalledOnce());
    expect(toPng.mock.calls[0]?.[1]).toMatchObject({ fontEmbedCSS: '' });
  });

  it('offers the picture to who finds no file', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    toPng.mockResolvedValue('data:image/png;base64,AAAA');
    serve.font();
    const user = await save();
    await user.click(await screen.findByRole('button', { name: 'No file there? Show the picture' }));
    expect(screen.getByRole('img', { name: 'Your pass with its QR code' })).toHaveAttribute(
      'src',
      'data:image/png;base64,AAAA',
    );
    expect(screen.getByRole('heading', { name: 'Hold the picture down to save it' })).toHaveFocus();
  });

  it('shows the picture at once in a browser inside an app, which saves nothing', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 335.0',
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    toPng.mockResolvedValue('data:image/png;base64,AAAA');
    serve.font();
    await save();
    expect(await screen.findByRole('img', { name: 'Your pass with its QR code' })).toBeVisible();
    expect(screen.getByText(/The pass is also in the mail to asha@example.com/)).toBeVisible();
    expect(screen.getByText(/Your own browser does it/)).toBeVisible();
    expect(click).not.toHaveBeenCalled();
  });

  it('saves the timetable of several exams as a second picture', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    toPng.mockResolvedValue('data:image/png;base64,AAAA');
    serve.font();
    serve.order({ ...pass, exams: pass.exams.flatMap((exam) => [exam, { ...exam, examName: 'BBA' }]) });
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', { name: 'Download Pass' }));
    expect(await screen.findByText(/^Your pass is saved as a picture/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save the timetable' }));
    expect(await screen.findByText(/^Your timetable is saved as a picture/)).toBeVisible();
    expect(saved).toEqual(['pass-order_1.png', 'timetable-CZ6S-4932-KF26.png']);
    const [[ticket], [timetable]] = toPng.mock.calls as [[HTMLElement], [HTMLElement]];
    expect(ticket).not.toHaveTextContent('BBA');
    expect(timetable).toHaveTextContent('BBA');
    expect(timetable).not.toHaveTextContent('Booking ID');
  });

  it('only logs a failure', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    toPng.mockRejectedValue(new Error('tainted'));
    await save();
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('Booking ID')).toBeVisible();
  });
});

describe('Add to calendar', () => {
  const press = async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download, decodeURIComponent(this.href));
    });
    serve.order(pass);
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', { name: 'Add to calendar' }));
    return saved;
  };

  it('saves the entry, and says what to do with it', async () => {
    const saved = await press();
    expect(saved).toEqual([
      'exams-CZ6S-4932-KF26.ics',
      expect.stringMatching(/^data:text\/calendar;charset=utf-8,BEGIN:VCALENDAR\r\n/),
    ]);
    expect(screen.getByText(/^The calendar entry of your exam is among/)).toBeVisible();
  });

  it('says where the entry is to be had in a browser inside an app', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 335.0',
    );
    expect(await press()).toEqual([]);
    expect(screen.getByRole('heading', { name: 'No calendar here' })).toHaveFocus();
    expect(screen.getByText(/Your own browser does it/)).toBeVisible();
  });
});

describe('Print', () => {
  const press = async () => {
    serve.order(pass);
    const { user } = renderApp(at);
    await user.click(await screen.findByRole('button', { name: 'Print' }));
  };

  it('says what else there is where no print window comes', async () => {
    const advance = controlTime();
    vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await press();
    await advance(1_500);
    expect(await screen.findByRole('heading', { name: 'No print window?' })).toHaveFocus();
    expect(screen.getByText(/The pass is also in the mail to asha@example.com/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Mail it to me again' })).toHaveAttribute('href', '/find-pass');
  });

  it('says nothing where one comes', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    await press();
    await waitFor(() => expect(printed).toHaveBeenCalled());
    expect(screen.queryByText(/No print window/)).not.toBeInTheDocument();
  });
});
