import { encoderSlotsOf } from '@playhead/features/video/processing/server'
import type { App } from '@playhead/server-kit/app.ts'

/** A calm opening must not give away what a lively scene needs later. */
const shareMin = 0.5
/** One that is measured on a busy machine takes no more than this of what was expected. */
const shareMax = 2

/** What a broadcast reserves once its cost was measured. */
export const correctedCores = (expected: number, measured: number) =>
  Math.min(Math.max(measured, expected * shareMin), expected * shareMax)

/** What one broadcast has taken. */
interface Share {
  /** What it was measured to take, instead of what was expected. */
  correct: (cores: number) => void
  giveBack: () => void
}

/** Cores that encode for broadcasts; what a broadcast gets stays its share until its end. */
export class EncoderBudget {
  #used = 0
  readonly #cores: number
  readonly #onChange: (used: number) => void

  constructor(cores: number, onChange: (used: number) => void) {
    this.#cores = cores
    this.#onChange = onChange
  }

  get free() {
    return Math.max(0, this.#cores - this.#used)
  }

  take(cores: number): Share {
    let taken = 0
    let isOver = false
    const set = (now: number) => {
      if (isOver) return
      this.#used += now - taken
      taken = now
      // Sums of fractions: the last one to leave leaves nothing.
      if (this.#used < 0.000_1) this.#used = 0
      this.#onChange(this.#used)
    }
    set(cores)
    return {
      correct: set,
      giveBack: () => {
        set(0)
        isOver = true
      },
    }
  }
}

const budgets = new WeakMap<App['storage'], EncoderBudget>()

/** Encoders of recordings that viewers and jobs wait for get the other cores. */
export const encoderBudgetOf = (app: Pick<App, 'storage' | 'settings'>) => {
  const slots = encoderSlotsOf(app)
  const known =
    budgets.get(app.storage) ??
    new EncoderBudget(app.settings.live.encoderCores, (used) => (slots.reservedCores = used))
  budgets.set(app.storage, known)
  return known
}
