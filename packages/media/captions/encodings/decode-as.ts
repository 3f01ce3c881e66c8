/** 0x80 to 0x9F in windows-1252. Versions of Node read these bytes as those of ISO 8859-1, which are no letters. */
const westernMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const firstMark = 0x80

/** Undefined where these bytes are not in this encoding, or where it is not known. */
export const decodeAs = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    const text = decoder.decode(bytes)
    return decoder.encoding === 'windows-1252'
      ? text.replaceAll(
          // oxlint-disable-next-line no-control-regex -- exactly these
          /[\u0080-\u009F]/g,
          (sign) => westernMarks[(sign.codePointAt(0) ?? 0) - firstMark] ?? sign,
        )
      : text
  } catch {
    return undefined
  }
}
