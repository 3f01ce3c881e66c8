export const preparedDays = 30

export interface PreparedDay {
  date: string
  minutes: number
}

/** ASST-013: converts seconds to minutes and drops the first day, of which only a part is known. */
export const preparedMinutes = (
  days: readonly { date: string; value: number }[],
): readonly PreparedDay[] => days.slice(1).map(({ date, value }) => ({ date, minutes: value / 60 }))
