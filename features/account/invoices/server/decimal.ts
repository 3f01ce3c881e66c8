/** A number with three decimals, as the tables keep it. */
export const decimal = (thousandths: bigint) => {
  const sign = thousandths < 0n ? '-' : ''
  const digits = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, '0')
  return `${sign}${digits.slice(0, -3)}.${digits.slice(-3)}`
}
