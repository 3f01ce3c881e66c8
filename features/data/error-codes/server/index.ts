import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { errorCodes } from '../contract.ts'
import { removeErrorCode, saveErrorCode } from './change-error-codes.ts'
import { listErrorCodes, retrieveErrorCode } from './read-error-codes.ts'
import { rejudgeViews } from './rejudge-views.ts'

export const errorCodesServer = feature('error-codes', {
  endpoints: [
    implement(errorCodes, {
      list: listErrorCodes,
      retrieve: retrieveErrorCode,
      save: saveErrorCode,
      remove: removeErrorCode,
    }),
  ],
  schedules: [{ name: 'error codes: judge stored views', everySeconds: 30, run: rejudgeViews }],
})
