/**
 * Sorting whole numbers digit by digit. A million are walked through a few times, where comparing them would look at each
 * some twenty times and call a function for it.
 */

const DIGITS = 2 ** 11;

/** Where the numbers stand, the lowest first; equal ones as they come. They are whole, from 0 to 2^53 - 1. */
export function placesInOrder(numbers: Float64Array): Int32Array {
  let least = Number.MAX_SAFE_INTEGER;
  let most = 0;
  for (let place = 0; place < numbers.length; place++) {
    least = Math.min(least, numbers[place] as number);
    most = Math.max(most, numbers[place] as number);
  }
  let places: Int32Array = new Int32Array(numbers.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  for (let unit = 1; unit <= most - least; unit *= DIGITS) {
    places = sortByDigit(places, numbers, { least, unit });
  }
  return places;
}

/** A digit of what a number is above the least. */
interface Digit {
  readonly least: number;
  /** What the digit counts. */
  readonly unit: number;
}

function sortByDigit(places: Int32Array, numbers: Float64Array, digit: Digit): Int32Array {
  /** Where the next number with a digit goes. */
  const ends = new Int32Array(DIGITS + 1);
  for (let place = 0; place < numbers.length; place++) {
    const next = digitOf(numbers[place] as number, digit) + 1;
    ends[next] = (ends[next] as number) + 1;
  }
  for (let value = 1; value < DIGITS; value++) {
    ends[value] = (ends[value] as number) + (ends[value - 1] as number);
  }
  const sorted = new Int32Array(places.length);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    const value = digitOf(numbers[place] as number, digit);
    const to = ends[value] as number;
    ends[value] = to + 1;
    sorted[to] = place;
  }
  return sorted;
}

function digitOf(number: number, { least, unit }: Digit): number {
  const count = Math.floor((number - least) / unit);
  return count - Math.floor(count / DIGITS) * DIGITS;
}
