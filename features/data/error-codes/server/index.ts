import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { errorCodes } from '../contract.ts'
import { listErrorCodes } from './list-error-codes.ts'
import { rejudgeViews } from './rejudge-views.ts'
import { removeErrorCode } from './remove-error-code.ts'
import { retrieveErrorCode } from './retrieve-error-code.ts'
import { saveErrorCode } from './save-error-code.ts'

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
