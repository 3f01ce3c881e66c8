/** Nobody can see or type them, so what held them could be listed and not be asked for. */
const controls = /\p{Cc}/gu
const isControl = /\p{Cc}/u

/** Lines and columns become spaces, all other control characters go. */
export const withoutControls = (text: string): string =>
  isControl.test(text) ? text.replaceAll(/[\t\n\r\u0085]+/g, ' ').replaceAll(controls, '') : text

/** The same for texts of many lines. */
export const withoutHiddenControls = (text: string): string =>
  isControl.test(text)
    ? text.replaceAll(controls, (letter) => ('\t\n\r'.includes(letter) ? letter : ''))
    : text
