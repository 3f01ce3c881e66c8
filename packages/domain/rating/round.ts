/** Rounds half to even: over many lines it favours neither side. */
export const divideHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  if (numerator < 0n) return -divideHalfEven(-numerator, denominator)
  const whole = numerator / denominator
  const twice = (numerator % denominator) * 2n
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n)
  return isUp ? whole + 1n : whole
}
