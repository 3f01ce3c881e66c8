/** The margins of the plot, with space for the head of the playhead and for labels. */
export const plotMargins = { top: 14, right: 6, bottom: 28 } as const

const digitWidth = 7

/** All digits have the same width; the longest label decides, plus a margin. */
export const rowLabelWidth = (texts: readonly string[]): number =>
  Math.max(...texts.map(({ length }) => length), 2) * digitWidth + 12
