/** Control characters are invisible and cannot be typed, so a value with one could be listed but not filtered for. */
const controls = /\p{Cc}/gu
const isControl = /\p{Cc}/u

/** Replaces tabs and line breaks with spaces and removes all other control characters. */
export const withoutControls = (text: string): string =>
  isControl.test(text) ? text.replaceAll(/[\t\n\r\u0085]+/g, ' ').replaceAll(controls, '') : text

/** The same for multi-line texts, which keep their line breaks. */
export const withoutHiddenControls = (text: string): string =>
  isControl.test(text)
    ? text.replaceAll(controls, (letter) => ('\t\n\r'.includes(letter) ? letter : ''))
    : text
