/** Whether each word of the text is somewhere in the candidate, in any order and case. */
export const matchWords = (text: string) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (candidate: string) => {
    const haystack = candidate.toLowerCase()
    return words.every((word) => haystack.includes(word))
  }
}
