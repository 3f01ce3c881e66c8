/** What lies around the plot: room for the head of the playhead, and for the labels. */
export const plotMargins = { top: 14, right: 6, bottom: 28 } as const

const digitWidth = 7

/** Digits are all as wide; the longest label and some air. */
export const rowLabelWidth = (texts: readonly string[]): number =>
  Math.max(...texts.map(({ length }) => length), 2) * digitWidth + 12
