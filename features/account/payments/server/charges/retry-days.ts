/** When an invoice is charged, in days after the first attempt; a new payment method is charged at once. */
export const retryDays = [0, 3, 7, 14] as const

/** Providers take the smallest unit of a currency, which is no hundredth in these: they are paid by hand. */
export const withoutHundredths =
  'BHD BIF CLP DJF GNF IQD ISK JOD JPY KMF KRW KWD LYD MGA OMR PYG RWF TND UGX VND VUV XAF XOF XPF'.split(
    ' ',
  )
