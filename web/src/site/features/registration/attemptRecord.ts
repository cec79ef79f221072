// An order request as it is kept: in the tab that sent it, and beside its place in the line.
import type { OrderRequest } from '@/lib/api/types';

/** What the order is for, in words, for the summary on the checkout page. */
export interface OrderSummary {
  packageName: string;
  collegeName?: string;
  courseName?: string;
  /** Of its exam, as the timetable had it then. */
  whenAndWhere?: string;
}

export interface Attempt {
  key: string;
  order: OrderRequest;
  summary: OrderSummary;
  /** Known once the server has made the order. */
  orderId?: string;
  /** Orders made before it for the same registration, of which one may still be paid. */
  earlier?: readonly string[];
  /** The key under which it was sent before something was corrected: an order of that may hold the last place. */
  replaces?: string;
  /** Of a place in the line that was left, to change something, or that was taken on another device. */
  ticket?: string;
}
