export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

export const nextSort = (sort: Sort | undefined, column: string): Sort => {
  const isFlip = sort?.column === column && sort.direction === 'desc'
  return { column, direction: isFlip ? 'asc' : 'desc' }
}
