import { ApiError } from '@playhead/contract-kit/errors.ts'

const refusal = (message: string) => new ApiError('not_found', { messages: [message] })

export const noCover = () =>
  refusal('This is a sound without a cover, so there is no picture of it.')
export const noMovingPicture = () =>
  refusal('This is a sound without a picture, so there are no pictures of its course.')
