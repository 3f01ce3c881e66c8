import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { errors } from '../contract.ts'
import { errorTimeseries, listErrors, retrieveError, updateError } from './handle-errors.ts'

export const errorsServer = feature('errors', {
  endpoints: [
    implement(errors, {
      list: listErrors,
      retrieve: retrieveError,
      timeseries: errorTimeseries,
      update: updateError,
    }),
  ],
})
