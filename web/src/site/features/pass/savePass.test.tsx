import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/site/testing/renderApp';
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
  };

  it('saves the ticket at twice its size, without a background, under the order’s name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.download} ${this.href}`);
    });
    toPng.mockResolvedValue('data:image/png;base64,AAAA');
    serve.font();
    await save();
    await waitFor(() => expect(saved).toEqual(['pass-order_1.png data:image/png;base64,AAAA']));
    const [ticket, options] = toPng.mock.calls[0] as [HTMLElement, Record<string, unknown>];
    expect(ticket).toHaveTextContent('Booking ID');
    expect(ticket).not.toHaveTextContent('Download Pass');
    expect(options).toMatchObject({
      pixelRatio: 2,
      fontEmbedCSS: expect.stringContaining('data:font/woff2'),
    });
    expect(options).not.toHaveProperty('backgroundColor');
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

  it('only logs a failure', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    toPng.mockRejectedValue(new Error('tainted'));
    await save();
    await waitFor(() => expect(log).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('Booking ID')).toBeVisible();
  });
});
