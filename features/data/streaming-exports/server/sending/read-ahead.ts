/** Gets the next item while the consumer works on one; never more than one. */
export const readAhead = async function* <Item>(
  source: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // Its failure is reported when its turn comes, or not at all if the consumer has left.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return(undefined)
  }
}
