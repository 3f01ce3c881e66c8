import { type ErrorData, ErrorTypes } from 'hls.js'

const unreachable = 'The video could not be loaded. Check the connection and try again.'
const unplayable = 'This browser cannot play the video.'

/** The server's response explains in plain words why it serves no video. */
const sentenceOf = async (address: string) => {
  try {
    const answer = await fetch(address)
    if (answer.ok) return unreachable
    const { error } = (await answer.json()) as { error?: { message?: string } }
    if (answer.status === 403)
      return 'This video is private. Its link is incomplete, was changed, or is no longer valid.'
    return error?.message ?? unreachable
  } catch {
    return unreachable
  }
}

export const failureSentence = async (data: ErrorData, address: string) =>
  data.type === ErrorTypes.NETWORK_ERROR ? sentenceOf(address) : unplayable

export const nativeFailureSentence = async (error: MediaError | null, address: string) =>
  error?.code === MediaError.MEDIA_ERR_DECODE ? unplayable : sentenceOf(address)
