import { isForgettable, judgeAnomaly, newAnomalyState } from './judge-anomaly.ts'
import { judgeWindow } from './judge-window.ts'
import { UsualValues } from './usual-values.ts'
import { longerWindows, windowLengthOf, windowsMax } from './window-length.ts'

/** The search without its databases, for simulations. */
export const anomalyParts = {
  isForgettable,
  judgeAnomaly,
  judgeWindow,
  longerWindows,
  newAnomalyState,
  UsualValues,
  windowLengthOf,
  windowsMax,
}
