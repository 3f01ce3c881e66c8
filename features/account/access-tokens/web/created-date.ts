const style = new Intl.DateTimeFormat('en-US', {
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
})

/** ACCT-055: MM/DD/YYYY, the date in the reader's time zone. */
export const createdDate = (at: string) => style.format(new Date(at))
