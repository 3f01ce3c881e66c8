import { type ErrorData, ErrorTypes } from 'hls.js'
import { isDamage } from './recovery/recover-playback.ts'

export interface Failure {
  text: string
  /** The address has nothing to play, at the moment or for ever. */
  isMissing: boolean
}

const unreachable: Failure = {
  text: 'The video could not be loaded. Check the connection and try again.',
  isMissing: false,
}
const unplayable: Failure = { text: 'This browser cannot play the video.', isMissing: false }
const damaged: Failure = {
  text: 'Too much of this video is damaged to play it.',
  isMissing: false,
}

/** The server's response explains in plain words why it serves no video. */
const failureAt = async (address: string): Promise<Failure> => {
  try {
    const answer = await fetch(address)
    if (answer.ok) return unreachable
    const { error } = (await answer.json()) as { error?: { message?: string } }
    if (answer.status === 403)
      return {
        text: 'This video is private. Its link is incomplete, was changed, or is no longer valid.',
        isMissing: false,
      }
    return {
      text: error?.message ?? unreachable.text,
      isMissing: [404, 412].includes(answer.status),
    }
  } catch {
    return unreachable
  }
}

export const failureOf = async (data: ErrorData, address: string) => {
  if (data.type === ErrorTypes.NETWORK_ERROR) return failureAt(address)
  return isDamage(data) ? damaged : unplayable
}

export const nativeFailureOf = async (error: MediaError | null, address: string) =>
  error?.code === MediaError.MEDIA_ERR_DECODE ? unplayable : failureAt(address)
