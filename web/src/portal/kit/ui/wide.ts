/** From this width, with the sidebar beside it, a screen has room for two of what is read at a stretch. */
export const wide = '@media (min-width: 90rem)';
