import { ApiError, forbidden } from '@playhead/contract-kit/errors.ts'

/** One sentence for every kind of invalid token: details would help attackers only. */
export const tokenRefused = () =>
  forbidden(
    'This video needs a valid token. Sign one with a signing key of its environment, for this playback id and this kind of address, with an expiry in the future.',
  )

export const restrictionRefused = () =>
  forbidden('This video cannot be played on this site or in this program.')

export const noSuchPlayback = () =>
  new ApiError('not_found', { messages: ['There is no such video.'] })

export const notPlayable = (status: 'preparing' | 'ready' | 'errored') =>
  new ApiError('not_found', {
    messages: [
      status === 'errored'
        ? 'This video cannot be played: its file could not be prepared.'
        : 'This video is being prepared. It can be played in a moment.',
    ],
  })

export const noSuchPart = () =>
  new ApiError('not_found', { messages: ['This video has no such part.'] })

export const wholeFileRefused = () =>
  forbidden('The token allows only a part of this video, so files of it cannot be downloaded.')
