import type { App } from '@playhead/server-kit/app.ts'

/** Cores that encode lower renditions; what a broadcast gets is its own until its end. */
class EncoderBudget {
  #used = 0
  readonly #cores: number

  constructor(cores: number) {
    this.#cores = cores
  }

  get free() {
    return Math.max(0, this.#cores - this.#used)
  }

  /** Returns what gives them back. */
  take(cores: number) {
    this.#used += cores
    let isTaken = true
    return () => {
      if (isTaken) this.#used -= cores
      isTaken = false
    }
  }
}

const budgets = new WeakMap<App['storage'], EncoderBudget>()

export const encoderBudgetOf = ({ storage, settings }: Pick<App, 'storage' | 'settings'>) => {
  const known = budgets.get(storage) ?? new EncoderBudget(settings.live.encoderCores)
  budgets.set(storage, known)
  return known
}
