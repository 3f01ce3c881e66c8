import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { silences } from '../../contract.ts'
import { updateSilence } from './update-silence.ts'

export const replaceSilence: Handlers<typeof silences>['replaceSilence'] = (input) =>
  updateSilence(input)
