import { formatNumber } from '@playhead/domain/format.ts'

/** With as many decimals as it has. */
export const percentText = (rate: number) =>
  `${formatNumber(rate, (String(rate).split('.')[1] ?? '').length)} %`
