export const pageOf = (text: string | undefined) => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
