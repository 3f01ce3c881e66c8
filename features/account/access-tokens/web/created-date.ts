const style = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
})

/** ACCT-055: MM/DD/YYYY, the day it was where the reader is. */
export const createdDate = (at: string) => style.format(new Date(at))
