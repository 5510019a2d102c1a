export default function WorkbenchPage() {
  return null;
}
