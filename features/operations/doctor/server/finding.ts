type Status = 'ok' | 'warning' | 'failed'

export interface Finding {
  status: Status
  /** One sentence; if there is a problem, it says what to do. */
  detail: string
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail })
export const warning = (detail: string): Finding => ({ status: 'warning', detail })
export const failed = (detail: string): Finding => ({ status: 'failed', detail })

const severity: readonly Status[] = ['ok', 'warning', 'failed']

export const worst = (statuses: readonly Status[]): Status =>
  severity.findLast((status) => statuses.includes(status)) ?? 'ok'
