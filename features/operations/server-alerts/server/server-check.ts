import type { App } from '@playhead/server-kit/app.ts'
import { slot } from '@playhead/server-kit/slot.ts'
import type { CheckLevel } from '../contract.ts'

export interface Finding {
  level: CheckLevel
  /** One sentence. May be empty when all is well. */
  sentence: string
}

export interface ServerCheck {
  readonly order: number
  name: string
  title: string
  /** How long a reading counts; without it, the check is read at each step. */
  keptSeconds?: number
  /** Undefined when it cannot be known now: an alert keeps its state. */
  read(app: App): Promise<Finding | undefined>
}

/** What the server watches about itself, beside the parts that /readyz names. */
export const serverCheck = slot<ServerCheck>('server-check')
