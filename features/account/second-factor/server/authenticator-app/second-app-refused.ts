import { ApiError } from '@playhead/contract-kit/errors.ts'

export const secondAppRefused = () =>
  new ApiError('invalid_parameters', {
    messages: ['You already have an authenticator app. Remove it before you add another.'],
  })
