import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { errors } from '../contract.ts'
import { listErrors } from './list-errors.ts'
import { readErrorTimeseries } from './read-error-timeseries.ts'
import { retrieveError } from './retrieve-error.ts'
import { updateError } from './update-error.ts'

export const errorsServer = feature('errors', {
  endpoints: [
    implement(errors, {
      list: listErrors,
      retrieve: retrieveError,
      timeseries: readErrorTimeseries,
      update: updateError,
    }),
  ],
})
