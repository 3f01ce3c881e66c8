import { ApiError } from '@playhead/contract-kit/errors.ts'

const refusal = (message: string) => new ApiError('not_found', { messages: [message] })

export const noCover = () => refusal('This is audio without a cover, so there is no image of it.')
export const noMovingPicture = () =>
  refusal('This is audio without video, so there are no images of its course.')
