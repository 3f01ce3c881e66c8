interface MailPart {
  text: string
  isLink: boolean
  start: number
}

/** Punctuation after an address ends the sentence; it is not part of the address. */
const webAddress = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g

export const mailParts = (text: string): MailPart[] => {
  const parts: MailPart[] = []
  let end = 0
  for (const { 0: address, index } of text.matchAll(webAddress)) {
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false, start: end })
    parts.push({ text: address, isLink: true, start: index })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false, start: end })
  return parts
}
