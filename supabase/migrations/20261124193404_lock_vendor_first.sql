CREATE TRIGGER sales_15_lock_vendor_added BEFORE INSERT ON public.sales FOR EACH ROW EXECUTE FUNCTION private.lock_vendor_of_sale();
