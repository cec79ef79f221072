// The five sample media partners of the local system.
import bright from './media/bright-fm.svg';
import daily from './media/coast-daily.svg';
import campus from './media/campus-times.svg';
import lens from './media/lens-tv.svg';
import spice from './media/spice-route.svg';

export const mediaPartners = [
  { key: 'daily', name: 'Coast Daily', image: daily, link: undefined },
  { key: 'bright', name: 'Bright FM', image: bright, link: undefined },
  { key: 'campus', name: 'Campus Times', image: campus, link: undefined },
  { key: 'lens', name: 'Lens TV', image: lens, link: undefined },
  { key: 'spice', name: 'Spice Route Magazine', image: spice, link: undefined },
];
