import { ApiError } from '@playhead/contract-kit/errors.ts'

export const secondAppRefused = () =>
  new ApiError('invalid_parameters', {
    messages: ['There is an authenticator app already. Remove it before you add another.'],
  })
