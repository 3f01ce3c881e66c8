import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { drmConfigurations } from '../contract.ts'

export const retrieveDrmConfiguration: Handlers<
  typeof drmConfigurations
>['retrieve'] = async () => {
  throw notFound('DRM configuration')
}
