/**
 * One item into a short list, or out of it, by moving those behind it: `splice` does the same and makes a list of what it took out, which
 * costs more than to move a few.
 */

export function insertAt<Item>(list: Item[], place: number, item: Item): void {
  list.push(item);
  for (let at = list.length - 1; at > place; at--) list[at] = list[at - 1] as Item;
  list[place] = item;
}

export function removeAt<Item>(list: Item[], place: number): void {
  for (let at = place + 1; at < list.length; at++) list[at - 1] = list[at] as Item;
  list.pop();
}
